import type { Plugin } from 'vite'

const FONT = { as: 'font', type: 'font/woff2', fetchpriority: 'low' }

/**
 * The typeface, so that text is seldom drawn twice, yet after the code without which there is no text; and
 * what only the first code would ask for.
 */
const EARLY = [
  { file: /\/figtree-latin-wght-normal-[^/]*\.woff2$/, rel: 'preload', ...FONT },
  { file: /\/home-[^/]*\.js$/, rel: 'modulepreload' },
]

/** Has files fetched beside the code that needs them. */
export function preload(): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.keys(bundle)
        return EARLY.flatMap(({ file, ...attrs }) => {
          const found = files.find(name => file.test(name))
          if (!found) return []
          return [{ tag: 'link', attrs: { ...attrs, crossorigin: '', href: `/${found}` }, injectTo: 'head' }]
        })
      },
    },
  }
}
