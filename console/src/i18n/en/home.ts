import type { Words } from '../words.ts'
import type * as zh from '../zh/home.ts'

export const home: Words<typeof zh.home> = {
  title: 'Home',
  headline: 'One address\nfor every model',
  intro:
    'Call OpenAI, Anthropic, Gemini, and any compatible service with a single key. If one channel fails, the next one takes over. Every call shows its route and its cost.',
  logIn: 'Log in',
  openConsole: 'Open the console',
  docs: 'Read the docs',
  baseUrl: 'Change the base URL and keep the rest of your code:',
  copy: 'Copy the base URL',
  sample: 'A sample call',
  prompt: 'Review this code',
  route: 'Route',
  busy: 'overloaded',
  firstToken: 'first token {seconds} s',
  price: 'Price',
  input: 'Input',
  cached: 'Cached input',
  output: 'Output',
  charged: 'Charged',
  features: 'Features',
  routeTitle: 'Automatic failover',
  routeText: 'Channels are picked by priority and weight. If one fails, the next is tried.',
  costTitle: 'Every cent explained',
  costText: 'Open any call to see its charge line by line, down to the ledger entry.',
  dialectTitle: 'Three API formats',
  dialectText: 'Use the OpenAI, Anthropic or Gemini API. Requests are translated as needed, and your SDKs keep working.',
  machineTitle: 'Self-hosted',
  machineText: 'Start it with one command. Keys and logs stay on your own server.',
}

export const about: Words<typeof zh.about> = {
  title: 'About',
  heading: 'About {name}',
  text: 'This site runs Waystation, a self-hosted gateway and management console for AI model APIs. It gives access to many model providers with one address and one key, and shows in detail what every call costs.',
  version: 'Waystation {version}',
}
