import type { Words } from '../words.ts'
import type { home as zh } from '../zh/home.ts'

export const home: Words<typeof zh> = {
  title: 'Home',
  headline: 'One address\nfor every model',
  intro:
    'Call OpenAI, Anthropic, Gemini, and every service that speaks their APIs, through one key. When one channel fails, the next one answers, and every call shows the way it took and what it cost.',
  logIn: 'Log in',
  openConsole: 'Open the console',
  docs: 'Read the docs',
  baseUrl: 'Change the base URL, keep the rest of your code:',
  copy: 'Copy the base URL',
  copied: 'Copied',
  sample: 'A sample call',
  prompt: 'Review it',
  route: 'Route',
  busy: 'overloaded',
  firstToken: 'first token {seconds} s',
  price: 'Price',
  input: 'Input',
  cached: 'Cached input',
  output: 'Output',
  charged: 'Charged',
  features: 'Features',
  routeTitle: 'Another way round',
  routeText: 'Channels by priority and weight; when one fails, the next is tried.',
  costTitle: 'Every cent explained',
  costText: 'Open any call and read the sum, line by line, to the ledger entry.',
  dialectTitle: 'Three dialects',
  dialectText: 'Speak OpenAI, Anthropic or Gemini; it translates between them, and the SDKs you have just work.',
  machineTitle: 'On your machine',
  machineText: 'One command starts it; keys and logs are kept on your own server.',
}
