import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { SERVICE_WORKER_PATH } from '@refrain/contract/addresses'
import { build, type Plugin, type Rolldown } from 'vite'
import { withoutShapes } from './contract-shapes.ts'

const SOURCE = fileURLToPath(new URL('./service-worker/service-worker.ts', import.meta.url))
/**
 * All code and style, so that each page opens, but for what decodes TIFF, which hardly anybody needs (READ-64); of
 * fonts the usual one, of pictures the mark.
 */
const KEPT = /^assets\/((?!tiff-worker).*\.(js|css)|mark-.*\.svg|figtree-latin-wght-normal.*\.woff2)$/

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
        const files = Object.keys(bundle)
          .filter(file => KEPT.test(file))
          .sort()
          .map(file => `/${file}`)
        const integrity = `sha256-${hash('sha256', page.source, 'base64')}`
        const id = hash('sha256', [integrity, ...files].join(), 'base64url').slice(0, 12)
        const source = await bundleWorker({ id, integrity, files })
        this.emitFile({ type: 'asset', fileName: SERVICE_WORKER_PATH.slice(1), source })
      },
    },
  }
}

async function bundleWorker(about: { id: string; integrity: string; files: string[] }): Promise<string> {
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
