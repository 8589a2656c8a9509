import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { SERVICE_WORKER_PATH } from '@refrain/contract/service-paths'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import { nextScreens } from './src/startup/next-screens.ts'
import { stripContractSchemas } from './strip-contract-schemas.ts'

const ENTRY = fileURLToPath(new URL('./service-worker/service-worker.ts', import.meta.url))

/**
 * All code and styles, so that every screen opens from the cache, except the rarely needed TIFF decoder; the Latin
 * font and the logo.
 */
const CACHED = /^assets\/((?!tiff-worker).*\.(js|css)|mark-.*\.svg|figtree-latin-wght-normal.*\.woff2)$/

/** Modules cached first: Home, the screens it links to, and what the first press of play needs. */
const FIRST_MODULES = [
  ...['home', ...nextScreens].map(screen => new URL(`./src/pages/${screen}-page.tsx`, import.meta.url)),
  new URL('./src/catalogue/search/search-box.tsx', import.meta.url),
  new URL('./src/listening/engine/player-output.ts', import.meta.url),
  new URL('./src/listening/resume/persist-player.ts', import.meta.url),
].map(url => normalizePath(fileURLToPath(url)))

/** Bundles the service worker into a file of its own that lists the files of this build. */
export function serviceWorkerFile(): Plugin {
  return {
    name: 'service-worker-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The service worker needs the built index.html.')
        const cached = Object.keys(bundle)
          .filter(file => CACHED.test(file))
          .sort()
        const first = firstFiles(bundle)
        const files = cached.filter(file => first.has(file)).map(file => `/${file}`)
        const rest = cached.filter(file => !first.has(file)).map(file => `/${file}`)
        const integrity = `sha256-${hash('sha256', page.source, 'base64')}`
        const id = hash('sha256', [integrity, ...files, ...rest].join(), 'base64url').slice(0, 12)
        const source = await bundleWorker({ id, integrity, files, rest })
        this.emitFile({ type: 'asset', fileName: SERVICE_WORKER_PATH.slice(1), source })
      },
    },
  }
}

/** Files of the entry and of `FIRST_MODULES`: their code with all that it imports, their styles and the assets. */
function firstFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const output = bundle[file]
    if (output?.type !== 'chunk') return
    for (const imported of [...output.imports, ...(output.viteMetadata?.importedCss ?? [])]) add(imported)
  }
  const missing = new Set(FIRST_MODULES)
  for (const [file, output] of Object.entries(bundle)) {
    if (output.type !== 'chunk') {
      if (!file.endsWith('.css')) add(file)
      continue
    }
    const modules = output.moduleIds.filter(id => FIRST_MODULES.includes(id))
    for (const id of modules) missing.delete(id)
    if (output.isEntry || modules.length > 0) add(file)
  }
  if (missing.size > 0) throw new Error(`Not in the build: ${[...missing].join(', ')}.`)
  return files
}

async function bundleWorker(thisBuild: {
  id: string
  integrity: string
  files: string[]
  rest: string[]
}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [stripContractSchemas()],
    define: { BUILD: JSON.stringify(thisBuild) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
