// Builds dist/, or the named folder, from src/: bundles with hashed names, the two HTML pages, and the licences of the
// bundled packages. The same sources and lock file give the same bytes in any folder.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(here, "dist"));

const result = await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.tsx", openapi: "src/openapi.tsx", theme: "src/theme.ts", style: "src/style/index.css" },
  outdir: "dist/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  // Paths are those of dist/, so that the hashed names do not depend on the output folder.
  write: false,
  logLevel: "warning",
});

await rm(join(target, "assets"), { recursive: true, force: true });
await mkdir(join(target, "assets"), { recursive: true });
for (const { path, contents } of result.outputFiles) await writeFile(join(target, "assets", basename(path)), contents);

const outputs = Object.entries(result.metafile.outputs);
/** Returns the public path of the output of an entry point. */
function asset(entry) {
  const [path] = outputs.find(([, output]) => output.entryPoint === entry);
  return path.replace(/^dist/, "");
}

for (const [page, entry] of [["index.html", "src/main.tsx"], ["api.html", "src/openapi.tsx"]]) {
  const html = (await readFile(join(here, "src", page), "utf8"))
    .replace("{theme}", asset("src/theme.ts"))
    .replace("{script}", asset(entry))
    .replace("{style}", asset("src/style/index.css"));
  await writeFile(join(target, page), html);
}

await writeFile(join(target, "LICENSES.txt"), await licences(Object.keys(result.metafile.inputs)));

/** Returns the licence texts of the packages of the inputs. Packages without a licence file get the text of the first
 * licence they name, from licences/. */
async function licences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const found = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/);
    if (found) folders.add(found[0]);
  }
  const parts = ["The web page of Deepen contains parts of these packages.\n"];
  for (const folder of [...folders].sort()) {
    const manifest = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
    const files = (await readdir(join(here, folder))).filter((name) => /^(licen[cs]e|copying)/i.test(name)).sort();
    const texts = await Promise.all(files.map((name) => readFile(join(here, folder, name), "utf8")));
    if (!texts.length) texts.push(await readFile(join(here, "licences", `${manifest.license.split(" ")[0]}.txt`), "utf8"));
    parts.push(`${"=".repeat(80)}\n${manifest.name} ${manifest.version} (${manifest.license}), unchanged except for minification.\nIts source is the npm package of that name and version.\n`);
    parts.push(texts.map((text) => text.trim()).join("\n\n") + "\n");
  }
  return parts.join("\n");
}
