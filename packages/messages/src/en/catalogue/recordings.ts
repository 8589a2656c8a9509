import { defineTexts } from '../../texts.ts'

/** Of long recordings in the player. */
export const recordingsTexts = defineTexts('recordings', {
  chapters: 'Chapters',
  chapterNumber: 'Chapter {number, number}',
  continueAt: 'Continue at {time}',
})
