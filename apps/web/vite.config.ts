import { fileURLToPath } from 'node:url'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appIcons } from './app-icons.ts'
import { GROUND } from './app-manifest.ts'
import { buildId } from './build-id.ts'
import { chunkGroups } from './chunk-groups.ts'
import { compileEarly } from './compile-early.ts'
import { compileMessages } from './compile-messages.ts'
import { inlineLimits } from './inline-limits.ts'
import { loadCode } from './load-code.ts'
import { precompress } from './precompress.ts'
import { preload } from './preload.ts'
import { screenCode } from './screen-code.ts'
import { serviceWorkerFile } from './service-worker-file.ts'
import { stripContractSchemas } from './strip-contract-schemas.ts'

/** The service that the development server proxies to. */
const service = process.env.SERVICE ?? 'http://127.0.0.1:3000'

/** Paths proxied to the service. */
const PROXIED = [
  '/api',
  '/audio',
  '/fcm',
  '/files',
  '/for-artists',
  '/mail-settings',
  '/metrics',
  '/profile_path',
  '/rest',
  '/stream',
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    stripContractSchemas(),
    compileMessages(),
    inlineLimits(),
    react(),
    tailwindcss(),
    productName(),
    loadCode(),
    preload(),
    compileEarly(),
    appIcons(),
    buildId(),
    screenCode(),
    serviceWorkerFile(),
    precompress(),
  ],
  build: {
    target: 'es2022',
    // The content security policy forbids inlined fonts and pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without the entries that the bundler appends to the name of a shared library.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  worker: { format: 'es', plugins: () => [stripContractSchemas(), compileMessages()] },
  server: {
    host: '127.0.0.1',
    // Without `changeOrigin`: the service compares the Host header with the origin of requests.
    proxy: Object.fromEntries(PROXIED.map(path => [path, { target: service }])),
  },
})

function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: html =>
      html
        .replace('<html lang="en">', `<html lang="${SERVICE_LANGUAGE}">`)
        .replaceAll('%PRODUCT_NAME%', PRODUCT_NAME)
        .replaceAll('%GROUND%', GROUND),
  }
}
