import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Koffi, whose packages with its native part have no file of their licence, and are not built in. */
const KOFFI = `@koromix/koffi-linux-x64, @koromix/koffi-linux-arm64 (MIT)

Copyright (c) Niels Martignène <niels.martignene@protonmail.com>

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

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
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [KOFFI, ...texts].join('\n\n') })
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
