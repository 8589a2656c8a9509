import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { escapeLetters } from '../../scripts/escape-letters.ts'
import { EXTERNAL_PACKAGES } from '../../scripts/installation/run-packages.mjs'
import { findPrograms } from './find-programs.ts'
import { keepFiles } from './keep-files.ts'
import { licences } from './licences.ts'
import { quickerTagLibrary } from './quicker-tag-library.ts'
import { unusedParts } from './unused-parts.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the service, its commands and its workers into one folder of files that share their common parts. */
export default defineConfig({
  root: folder('.'),
  plugins: [keepFiles(), unusedParts(), quickerTagLibrary(), licences(), escapeLetters()],
  publicDir: false,
  ssr: { noExternal: true, external: EXTERNAL_PACKAGES },
  build: {
    ssr: true,
    emitAssets: true,
    outDir: 'dist',
    // The files of the build before stay for a service that still runs it: see scripts/build.mjs.
    emptyOutDir: false,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: findPrograms(folder('src')),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Some packages need another to have run, such as a polyfill.
        strictExecutionOrder: true,
        // Without comments and dead code, but with the lines and names that stack traces show.
        sourcemapExcludeSources: true,
        comments: false,
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      },
    },
  },
})
