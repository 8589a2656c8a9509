import { serveScaledPictures } from './scale-picture.ts'

// Decodes the formats that browsers support. createImageBitmap applies the orientation.
serveScaledPictures(async file => ({ bitmap: await createImageBitmap(file) }))
