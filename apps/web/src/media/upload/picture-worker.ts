import { serveScaledPictures } from './scale-picture.ts'

/** Decodes what browsers can, the way up that the file names; apart from the page, which goes on meanwhile. */
serveScaledPictures(async file => ({ bitmap: await createImageBitmap(file) }))
