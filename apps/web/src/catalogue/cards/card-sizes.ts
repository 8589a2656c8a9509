/** How wide the picture of a card is where cards stand side by side in a grid, as in `<img sizes>`. */
export const GRID_SIZES = '(min-width: 501px) 180px, 43vw'
