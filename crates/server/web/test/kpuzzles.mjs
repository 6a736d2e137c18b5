// Writes every puzzle of cubing.js as a KPuzzle definition into a folder and prints their names.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { puzzles } from "cubing/puzzles";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
for (const [name, loader] of Object.entries(puzzles)) {
  const { definition } = await loader.kpuzzle();
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(definition));
  console.log(name);
}
