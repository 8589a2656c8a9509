/** How far a picture can be enlarged to choose a part of it. */
export const MAX_ZOOM = 3
