import type { Plugin } from 'vite'
import { firstLoadNames } from './first-load.ts'

/** Only in the first line; see https://v8.dev/blog/explicit-compile-hints. Other browsers take it for a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has Chromium compile what the first page needs, most of which is called while it starts, as long as it still comes
 * from the network, beside the page's thread; unasked it compiles each function when it is first called, which holds
 * up the page.
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After what Vite itself writes into the first line.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && firstLoadNames.includes(file.name)) file.code = HINT + file.code
        }
      },
    },
  }
}
