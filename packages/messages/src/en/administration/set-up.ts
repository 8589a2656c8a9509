import { defineTexts } from '../../texts.ts'

/** The set-up of a new service. */
export const setUpTexts = defineTexts('setUp', {
  title: 'Set up {product}',
  text: 'A few questions, then it plays.',
  step: 'Step {number, number} of {count, number}',
  next: 'Next',
  back: 'Back',

  code: 'Set-up code',
  codeField: 'Code',
  codeText: 'It is at the end of the link in the output of the start, and in the log.',
  account: 'Your account',
  accountText: 'You will be the administrator.',

  music: 'Music',
  ownMusic: 'A folder of mine',
  sampleMusic: 'The sample music, to look around',
  noMusic: 'Nothing yet',
  folderField: 'Path of the folder',
  counting: 'Counting the audio files …',
  files: '{count, plural, =0 {No audio files in here} one {# audio file} other {# audio files}}',
  filesAtLeast: '{count, plural, one {# audio file or more} other {# audio files or more}}',
  access: 'Name and access',
  noFolder: 'Choose the folder with your music.',
  chosenFolder: 'Chosen folder',
  allFolders: 'All places',
  parentFolder: 'Up',
  folders: 'Folders',
  noFolders: 'There are no folders in here.',
  foldersHint: 'Is it somewhere else? Set MUSIC_ROOTS where the service is started.',

  finish: 'Finish',
  importing: 'Your music comes in',
  sampleComes: 'The sample music comes in',
  importText: 'You need not wait: what is there already plays, and the rest follows.',
  imported: '{count, plural, one {# track is here} other {# tracks are here}}',
  nothingFound: 'No music was found there.',
  otherFolder: 'Choose another folder',
  listen: 'Listen',
  failed: 'That did not work. Try again.',
  setUpAction: '{actor} set up the service',
})
