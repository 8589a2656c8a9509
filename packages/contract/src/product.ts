/** The product's name. Everything that shows or sends a name takes it from here. */
export const PRODUCT_NAME = 'Refrain'
