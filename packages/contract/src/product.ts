/** The product's name, defined only here. */
export const PRODUCT_NAME = 'Refrain'
/** One sentence for link previews and the web app manifest. */
export const PRODUCT_SUMMARY =
  'Albums, artists and daily mixes to listen to in a browser, without a gap between tracks.'
/** A square PNG of the logo; size in pixels. */
export const PRODUCT_ICON = { path: '/icon-512.png', size: 512 } as const
