import { fileURLToPath } from 'node:url'
import { PRODUCT_NAME } from '@refrain/contract/product'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withoutShapes } from './contract-shapes.ts'
import { precompress } from './precompress.ts'

/** Where `vite` finds the service while the pages are being written. */
const service = process.env.SERVICE ?? 'http://127.0.0.1:3000'

const GROUND = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [withoutShapes(), react(), tailwindcss(), productName(), preloadFont(), precompress()],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files: the content security policy allows none in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the pages stand on changes seldom: browsers keep it over many releases.
        codeSplitting: { groups: [{ name: 'ground', test: GROUND }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The host stays as the browser wrote it: the service tells its own pages from others' by it.
    proxy: Object.fromEntries(
      ['/api', '/audio', '/profile_path', '/stream'].map(path => [path, { target: service }]),
    ),
  },
})

function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: html => html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME),
  }
}

/** The typeface comes beside the code, so that no text is drawn twice. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find(file => /figtree-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
