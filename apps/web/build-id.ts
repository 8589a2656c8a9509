import { hash } from 'node:crypto'
import { BUILD_META } from '@refrain/contract/service-paths'
import type { Plugin } from 'vite'

/** Writes an id into the page that is another one for each build. Must come before whatever reads the finished page. */
export function buildId(): Plugin {
  return {
    name: 'build-id',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build id needs the built index.html.')
        const files = Object.keys(bundle).sort()
        const id = hash('sha256', [page.source, ...files].join(), 'base64url').slice(0, 12)
        page.source = String(page.source).replace(
          '</head>',
          `  <meta name="${BUILD_META}" content="${id}" />\n  </head>`,
        )
      },
    },
  }
}
