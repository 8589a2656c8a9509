import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const OWN_FILE = /new URL\('(\.[^']*)', import\.meta\.url\)/g
const FILE_OF_PACKAGE = /createRequire\(import\.meta\.url\)\.resolve\(\s*'([^']+)',?\s*\)/g

/**
 * Lets built code find the files that sources name relative to themselves. Their programs are built into the same folder.
 * What else lies among sources or comes from packages, such as style sheets, lists and fonts, is copied there; other paths stay
 * where they are.
 */
export function keepFiles(): Plugin {
  let root = ''
  let outDir = ''
  const copied = new Map<string, string>()
  return {
    name: 'keep-files',
    // Before types are stripped, which also changes quotes.
    enforce: 'pre',
    configResolved(config) {
      root = config.root
      outDir = resolve(root, config.build.outDir)
    },
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return
      const copy = (path: string) => {
        const fileName = basename(path)
        if ((copied.get(fileName) ?? path) !== path) throw new Error(`Two files are named ${fileName}.`)
        copied.set(fileName, path)
        this.emitFile({ type: 'asset', fileName, originalFileName: path, source: readFileSync(path) })
        return fileName
      }
      const locate = (path: string) => {
        if (path.endsWith('.ts')) return `${basename(path, '.ts')}.js`
        const isSource = relative(root, path).split(/[\\/]/).includes('src') && statSync(path).isFile()
        return isSource ? copy(path) : relative(outDir, path)
      }
      return {
        code: code
          .replaceAll(OWN_FILE, (_, path) => urlOf(locate(join(dirname(id), path))))
          .replaceAll(FILE_OF_PACKAGE, (_, path) => urlOf(copy(createRequire(id).resolve(path)))),
        map: null,
      }
    },
  }
}

const urlOf = (path: string) =>
  `new URL(${JSON.stringify(`./${path.replaceAll('\\', '/')}`)}, import.meta.url)`
