import { defineTexts } from '../texts.ts'

export const shortcutsTexts = defineTexts('shortcuts', {
  playOrPause: 'Play or pause',
  next: 'Next',
  previous: 'Previous',
  mute: 'Mute',
  shuffle: 'Shuffle',
  forward: '5 seconds on',
  back: '5 seconds back',
  louder: 'Louder',
  quieter: 'Quieter',
  openOrCloseQueue: 'Open or close the queue',
  moveUp: 'Move the song up',
  moveDown: 'Move the song down',
  keyboardShortcuts: 'Keyboard shortcuts',
  inYourPlaylists: 'In your playlists',
  inThePlayer: 'In the player',
  like: 'Like',
  search: 'Search',
  alt: 'Alt',
  shift: 'Shift',
  space: 'Space',
})
