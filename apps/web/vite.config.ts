import { fileURLToPath } from 'node:url'
import { PRODUCT_NAME } from '@refrain/contract/product'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appIcons } from './app-icons.ts'
import { appManifest } from './app-manifest.ts'
import { compileEarly } from './compile-early.ts'
import { firstLoadFiles } from './first-load.ts'
import { precompress } from './precompress.ts'
import { preload } from './preload.ts'
import { serviceWorkerFile } from './service-worker-file.ts'
import { stripContractSchemas } from './strip-contract-schemas.ts'

/** Where `vite` finds the service while the pages are being written. */
const service = process.env.SERVICE ?? 'http://127.0.0.1:3000'

/** What the service answers itself, but for its own signs of life. */
const SERVED = [
  '/api',
  '/audio',
  '/fcm',
  '/files',
  '/for-artists',
  '/mail-settings',
  '/profile_path',
  '/stream',
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    stripContractSchemas(),
    react(),
    tailwindcss(),
    productWords(),
    preload(),
    compileEarly(),
    appIcons(),
    serviceWorkerFile(),
    precompress(),
  ],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files: the content security policy allows none in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: firstLoadFiles },
      },
    },
  },
  worker: { format: 'es', plugins: () => [stripContractSchemas()] },
  server: {
    host: '127.0.0.1',
    // The host stays as the browser wrote it: the service tells its own pages from others' by it.
    proxy: Object.fromEntries(SERVED.map(path => [path, { target: service }])),
  },
})

function productWords(): Plugin {
  return {
    name: 'product-words',
    transformIndexHtml: html =>
      html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME).replaceAll('%GROUND%', appManifest.background_color),
  }
}
