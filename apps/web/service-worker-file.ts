import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { SERVICE_WORKER_PATH } from '@refrain/contract/addresses'
import { build, type Plugin, type Rolldown } from 'vite'
import { nextScreens } from './src/startup/next-screens.ts'
import { withoutShapes } from './strip-contract-schemas.ts'

const SOURCE = fileURLToPath(new URL('./service-worker/service-worker.ts', import.meta.url))
/**
 * All code and style, so that each page opens, but for what decodes TIFF, which hardly anybody needs (READ-64); of
 * fonts the usual one, of pictures the mark.
 */
const KEPT = /^assets\/((?!tiff-worker).*\.(js|css)|mark-.*\.svg|figtree-latin-wght-normal.*\.woff2)$/

/** Code of Home and of the screens next to it, and what a first press of play needs. */
const NEXT = new RegExp(
  `/src/(pages/(home|${nextScreens.join('|')})-page|catalogue/search-box|listening/(sound|keep-listening))\\.tsx?$`,
)

/** Bundles the service worker into a file of its own that knows the files of this build. */
export function serviceWorkerFile(): Plugin {
  return {
    name: 'service-worker-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The service worker needs the built page.')
        const kept = Object.keys(bundle)
          .filter(file => KEPT.test(file))
          .sort()
        const needed = neededFiles(bundle)
        const files = kept.filter(file => needed.has(file)).map(file => `/${file}`)
        const rest = kept.filter(file => !needed.has(file)).map(file => `/${file}`)
        const integrity = `sha256-${hash('sha256', page.source, 'base64')}`
        const id = hash('sha256', [integrity, ...files, ...rest].join(), 'base64url').slice(0, 12)
        const source = await bundleWorker({ id, integrity, files, rest })
        this.emitFile({ type: 'asset', fileName: SERVICE_WORKER_PATH.slice(1), source })
      },
    },
  }
}

/** Files of the first page and of the screens that come next: their code with all that it imports, their styles, and the typeface. */
function neededFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const needed = new Set<string>()
  const add = (file: string) => {
    if (needed.has(file)) return
    needed.add(file)
    const output = bundle[file]
    if (output?.type !== 'chunk') return
    for (const imported of [...output.imports, ...(output.viteMetadata?.importedCss ?? [])]) add(imported)
  }
  for (const [file, output] of Object.entries(bundle)) {
    const isNeeded =
      output.type === 'chunk'
        ? output.isEntry || output.moduleIds.some(id => NEXT.test(id))
        : !file.endsWith('.css')
    if (isNeeded) add(file)
  }
  return needed
}

async function bundleWorker(about: {
  id: string
  integrity: string
  files: string[]
  rest: string[]
}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutShapes()],
    define: { BUILD: JSON.stringify(about) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
