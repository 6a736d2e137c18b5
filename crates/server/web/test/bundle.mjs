// Loads a module of src into node: bundled in memory, imported from a data URL.
import { build } from "esbuild";
import { join } from "node:path";

export async function load(module) {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "..", "src", module)], bundle: true, format: "esm", write: false, logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
