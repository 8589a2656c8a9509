/** The product's name, defined only here. */
export const PRODUCT_NAME = 'Refrain'
/** A square PNG of the logo; size in pixels. */
export const PRODUCT_ICON = { path: '/icon-512.png', size: 512 } as const
