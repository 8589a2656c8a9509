import { defineTexts } from '../../texts.ts'

/** The set-up of a new service. */
export const setUpTexts = defineTexts('setUp', {
  title: 'Set up {product}',
  text: 'A few questions, then it plays.',

  code: 'Set-up code',
  codeField: 'Code',
  codeText: 'It is at the end of the link in the output of the start, and in the log.',
  account: 'Your account',
  accountText: 'You will be the administrator.',

  music: 'Music',
  ownMusic: 'A folder of mine',
  sampleMusic: 'The sample music, to look around',
  noMusic: 'Nothing yet',
  noFolder: 'Choose the folder with your music.',
  chosenFolder: 'Chosen folder',
  allFolders: 'All places',
  parentFolder: 'Up',
  folders: 'Folders',
  noFolders: 'There are no folders in here.',
  foldersHint: 'Is it somewhere else? Set MUSIC_ROOTS where the service is started.',

  finish: 'Finish',
  failed: 'That did not work. Try again.',
  setUpAction: '{actor} set up the service',
})
