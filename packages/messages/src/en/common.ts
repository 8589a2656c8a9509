import { defineTexts } from '../texts.ts'

export const commonTexts = defineTexts('common', {
  cancel: 'Cancel',
  delete: 'Delete',
  clearSearch: 'Clear search',
  close: 'Close',
  editDetails: 'Edit details',
  added: 'Added',
  goToArtist: 'Go to artist',
  off: 'Off',
  showAll: 'Show all',
  loading: 'Loading',
  carousel: 'carousel',
  previousSlide: 'Previous slide',
  nextSlide: 'Next slide',
  slide: 'slide',
  moreOptions: 'More options',
  copied: 'Copied',
  shareVia: 'Share via…',
  percent: '{percent} %',
})
