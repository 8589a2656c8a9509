import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Writes the licences of all packages in the built code and of copied files to one file beside it, as most of them ask for. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const built = Object.values(bundle).flatMap(file =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames,
      )
      const folders = new Set(built.filter(id => id.includes('node_modules')).map(folderOf))
      const texts = [...folders].sort().flatMap(folder => (folder ? [describe(folder)] : []))
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') })
    },
  }
}

/** The folder of the package that a module belongs to. Its format may be said in a further package.json without a name. */
function folderOf(id: string): string | undefined {
  for (let folder = dirname(id); folder.includes('node_modules'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return folder
  }
}

function describe(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(file => LICENCE.test(file))
  return [
    `${name} ${version} (${license})`,
    ...files.map(file => readFileSync(join(folder, file), 'utf8')),
  ].join('\n\n')
}
