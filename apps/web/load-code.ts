import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'

/** Vite's own: what each import on demand goes through in the build. */
const HELPER = /^\0vite\/preload-helper\.js$/
const OURS = normalizePath(fileURLToPath(new URL('./src/ui/loading/preload-code.ts', import.meta.url)))

/**
 * Makes the files of the build independent of the path that they are served under: code loads other code from its own address,
 * and style sheets their fonts. The document names its files at the root, and the server puts them below its path prefix.
 */
export function loadCode(): Plugin {
  return {
    name: 'load-code',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      filter: { id: HELPER },
      handler: () => `export { preloadCode as __vitePreload } from ${JSON.stringify(OURS)}`,
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source).replaceAll('url(/assets/', 'url(')
      }
    },
  }
}
