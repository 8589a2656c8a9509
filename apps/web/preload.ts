import type { Plugin } from 'vite'

const FONT = { as: 'font', type: 'font/woff2', fetchpriority: 'low' }

/** The font, at low priority behind the code that renders the text; and the chunk of Home. */
const PRELOADED = [
  { file: /\/figtree-latin-wght-normal-[^/]*\.woff2$/, rel: 'preload', ...FONT },
  { file: /\/home-[^/]*\.js$/, rel: 'modulepreload' },
]

/** Preloads files that browsers would otherwise discover only after the entry script. */
export function preload(): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.keys(bundle)
        return PRELOADED.flatMap(({ file, ...attrs }) => {
          const found = files.find(name => file.test(name))
          if (!found) return []
          return [{ tag: 'link', attrs: { ...attrs, crossorigin: '', href: `/${found}` }, injectTo: 'head' }]
        })
      },
    },
  }
}
