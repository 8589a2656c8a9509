/** The product's name. Everything that shows or sends a name takes it from here. */
export const PRODUCT_NAME = 'Refrain'
/** What it is, in one sentence: for link previews and where the app is installed. */
export const PRODUCT_SUMMARY =
  'Albums, artists and daily mixes to listen to in a browser, without a gap between tracks.'
/** A square PNG of the product's mark and its edge in pixels. */
export const PRODUCT_ICON = { path: '/icon-512.png', size: 512 } as const
