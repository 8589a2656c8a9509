import { fileURLToPath } from 'node:url'
import { SCREEN_CODE_FILE } from '@refrain/contract/service-paths'
import { normalizePath, type Plugin, type Rolldown } from 'vite'

/** Screens that are opened by links from elsewhere, by what they show, as in the server's list of screens. */
const SCREENS = { album: 'album', artist: 'artist', genre: 'genre', dailyMix: 'daily-mix', track: 'track' }
/** Start of the first load. */
const ENTRIES = ['main', 'pages/home-page']

/**
 * Writes which files each of these screens needs beside those of Home, so that the server can name them in the page: code, and the
 * style sheets that the screen waits for.
 */
export function screenCode(): Plugin {
  return {
    name: 'screen-code',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunkOf = (module: string) => findChunk(bundle, module)
        const first = withImports(bundle, ENTRIES.map(chunkOf))
        const files = Object.entries(SCREENS).map(([shown, name]) => {
          const needed = withImports(bundle, [chunkOf(`pages/${name}-page`)])
          const missing = Array.from(needed).filter(file => !first.has(file))
          return [shown, [...missing, ...stylesOf(bundle, missing)].map(file => `/${file}`)]
        })
        const source = JSON.stringify(Object.fromEntries(files))
        this.emitFile({ type: 'asset', fileName: SCREEN_CODE_FILE, source })
      },
    },
  }
}

function findChunk(bundle: Rolldown.OutputBundle, module: string): string {
  const id = normalizePath(fileURLToPath(new URL(`./src/${module}.tsx`, import.meta.url)))
  const found = Object.values(bundle).find(file => file.type === 'chunk' && file.moduleIds.includes(id))
  if (!found) throw new Error(`Not in the build: ${id}.`)
  return found.fileName
}

/** Files with all that they import. */
function withImports(bundle: Rolldown.OutputBundle, files: readonly string[]): Set<string> {
  const needed = new Set(files)
  for (const file of needed) {
    const chunk = bundle[file]
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) needed.add(imported)
  }
  return needed
}

/** The style sheets of code. */
function stylesOf(bundle: Rolldown.OutputBundle, files: readonly string[]): Set<string> {
  return new Set(
    files.flatMap(file => {
      const chunk = bundle[file]
      return chunk?.type === 'chunk' ? Array.from(chunk.viteMetadata?.importedCss ?? []) : []
    }),
  )
}
