/** Width of a card's picture in a grid, as in `<img sizes>`. */
export const GRID_SIZES = '(min-width: 501px) 180px, 43vw'
