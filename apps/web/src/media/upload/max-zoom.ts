/** Maximum zoom while cropping. */
export const MAX_ZOOM = 3
