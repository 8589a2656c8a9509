import { PRODUCT_ICON, PRODUCT_NAME, PRODUCT_SUMMARY } from '@refrain/contract/product'
import { titles } from '@refrain/contract/titles'

/** The ground of the pages as browsers and systems read it; a check holds it against the tokens. */
export const GROUND = '#0e0e11'

/** What is drawn of the mark: on a ground of its own where the system cuts it to its own shape. */
export const ICONS = [
  { file: 'icon-192.png', size: 192, filled: false },
  { file: PRODUCT_ICON.path.slice(1), size: PRODUCT_ICON.size, filled: false },
  { file: 'icon-maskable-512.png', size: 512, filled: true },
  { file: 'apple-touch-icon.png', size: 180, filled: true },
] as const

const TOUCH = 'apple-touch-icon.png'

/** What a system has to know to install the pages as an app. */
export const appManifest = {
  id: '/',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: PRODUCT_SUMMARY,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: GROUND,
  theme_color: GROUND,
  categories: ['music', 'entertainment'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...ICONS.filter(({ file }) => file !== TOUCH).map(({ file, size, filled }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: filled ? 'maskable' : 'any',
    })),
  ],
  shortcuts: [
    { name: titles.search, url: '/search' },
    { name: titles.albums, url: '/albums' },
    { name: titles.artists, url: '/artists' },
  ],
}

/** What the page's head says of it. */
export const appLinks = [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: `/${TOUCH}` },
]
