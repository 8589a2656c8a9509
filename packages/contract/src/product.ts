/** The product's name, defined only here. */
export const PRODUCT_NAME = 'Refrain'

/** The title of a document: with the name of the service, if the operator has given it one of its own. */
export function documentTitle(title: string, serviceName: string): string {
  return serviceName === PRODUCT_NAME || serviceName === title ? title : `${title} · ${serviceName}`
}
/** A square PNG of the logo; size in pixels. */
export const PRODUCT_ICON = { path: '/icon-512.png', size: 512 } as const
