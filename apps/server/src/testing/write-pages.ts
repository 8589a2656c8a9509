import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { temporaryFolder } from './temporary-folder.ts'

/** Writes a minimal build of the pages. @returns its folder */
export function writePages(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  const page =
    '<!doctype html><html lang="en"><head><title>Page</title><script type="module" src="/assets/main-abc123.js"></script></head><body><div id="root"></div></body></html>'
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'service-worker.js'), 'keep()')
  writeFileSync(join(folder, 'service-worker.js.br'), brotliCompressSync('keep()'))
  writeFileSync(join(folder, '.built-from'), 'secret')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'run()')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('run()'))
  return folder
}
