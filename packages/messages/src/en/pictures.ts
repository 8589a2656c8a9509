import { defineTexts } from '../texts.ts'

export const picturesTexts = defineTexts('pictures', {
  cropPicture: 'Crop picture',
  movePicture: 'Picture: use the arrow keys to move it',
  zoom: 'Zoom',
  confirm: 'Confirm',
  noFileChosen: 'No file Chosen!',
  choosePicture: 'Choose picture',
  pictureFile: 'Picture file',

  changePicture: 'Change picture',
  changePictureOf: 'Change picture of {name}',
  changeCover: 'Change cover',
  changeText: 'Shown in place of the collection’s own. Your music files do not change.',
  removeUploaded: 'Remove it',
})
