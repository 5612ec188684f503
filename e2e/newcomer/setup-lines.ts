// What each step of the setup shows, line by line.
export const administratorLines = [
  'Create the administrator',
  'This account has full access. Keep its password safe.',
  'Username',
  'At most 12 characters',
  'Password',
  '8–20 characters',
  'Confirm password',
  'Next',
]

export const modeLines = [
  'How will you use it?',
  'This decides whether models need prices, and who can make changes.',
  'Mode',
  'For others',
  'Serve other users. Models need a price; prices can vary by group.',
  'For yourself',
  'For one person or a small team. Models without a price can be called.',
  'Demo site',
  'Anyone can browse; all changes are rejected.',
  'Back',
  'Database: SQLite',
  'Finish setup',
]

export const tokenLines = [
  'Create your first token',
  'Programs call models with a token; calls are charged to your balance.',
  'Name',
  'Unlimited quota',
  'The account balance still applies',
  'Quota limit',
  '$',
  '$1',
  '$10',
  '$50',
  '$100',
  'Create token',
]

export const LAST_USUAL_PROVIDER = 'DeepSeek'

export const channelLines = [
  'Add your first channel',
  'Setup is complete. Next, add your credentials for a provider.',
  'Provider',
  ...['Oa', 'OpenAI', 'Cu', 'Custom', 'An', 'Anthropic Claude', 'Al', 'Ali DashScope', 'Go', 'Google Gemini', 'Ds', LAST_USUAL_PROVIDER],
  'Name',
  'Base URL',
  'Defaults to https://api.openai.com',
  'Calls go to https://api.openai.com/v1/chat/completions',
  'Key',
  'One key per line or comma-separated; used in rotation',
  'Models',
  'Select or type a model name, Enter to add',
  ...['Fetch models', 'Select models', 'Select all', '0 selected', 'Use default models'],
  ...['Test', 'Test connection', 'Enter a key first'],
  ...['Skip for now', 'Save channel'],
]
