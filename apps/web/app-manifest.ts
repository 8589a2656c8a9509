import { PRODUCT_ICON, PRODUCT_NAME } from '@refrain/contract/product'
import { previewTexts } from '@refrain/messages/en/server/previews'
import { titles } from '@refrain/messages/en/titles'
import { currentLanguage } from '@refrain/messages/language'

/** Background colour of the pages; a check compares it with the design tokens. */
export const GROUND = '#0e0e11'

/** Icons rendered from the logo. `filled` extends its background to the corners, for systems that crop icons. */
export const ICONS = [
  { file: 'icon-192.png', size: 192, filled: false },
  { file: PRODUCT_ICON.path.slice(1), size: PRODUCT_ICON.size, filled: false },
  { file: 'icon-maskable-512.png', size: 512, filled: true },
  { file: 'apple-touch-icon.png', size: 180, filled: true },
] as const

const TOUCH = 'apple-touch-icon.png'

/** Creates the web app manifest in the current language. */
export const createAppManifest = () => ({
  id: '/',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: previewTexts.summary,
  lang: currentLanguage(),
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
})

/** Link elements of the page's head. */
export const appLinks = [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: `/${TOUCH}` },
]
