import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { escapeLetters } from '../../scripts/escape-letters.ts'
import { compileMessages } from './compile-messages.ts'
import { stripContractSchemas } from './strip-contract-schemas.ts'

/** Builds the code with which the server renders Home, in one file beside the built pages. It is never served. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [stripContractSchemas(), compileMessages(), react(), escapeLetters()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('./src/startup/prerender-pages.tsx', import.meta.url)),
    outDir: 'dist/.prerender',
    // Asset paths must be those of the pages' build.
    assetsInlineLimit: 0,
    target: 'node24',
    rolldownOptions: {
      output: {
        entryFileNames: '[name].mjs',
        codeSplitting: false,
        comments: false,
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      },
    },
  },
})
