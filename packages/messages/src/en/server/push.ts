import { defineTexts } from '../../texts.ts'

/** Push notifications. */
export const pushTexts = defineTexts('push', {
  newAlbum: 'New album: {title}',
  newAlbums: '{count} new albums',
  test: 'Notifications from artists you follow will look like this.',
})
