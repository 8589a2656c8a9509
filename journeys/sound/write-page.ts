import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const HTML = '<!doctype html><title>Sound</title><script type="module" src="/page.js"></script>'
const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Writes a page that contains only the player, as the service serves it. */
export async function writePage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), HTML)
  copyFileSync(fileHere('./recorder.js'), join(folder, 'recorder.js'))
  await build({
    root: fileHere('.'),
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: { entry: fileHere('./page.ts'), formats: ['es'], fileName: () => 'page.js' },
    },
  })
}
