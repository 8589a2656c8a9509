import type { Plugin } from 'vite'
import { firstLoadNames } from './chunk-groups.ts'

/** Must be the first line; see https://v8.dev/blog/explicit-compile-hints. A comment to other browsers. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has Chromium compile the code of the first page off the main thread while it downloads. Most of it runs at startup,
 * and by default each function is compiled on its first call, which blocks the page.
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written its own first line.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && firstLoadNames.includes(file.name)) file.code = HINT + file.code
        }
      },
    },
  }
}
