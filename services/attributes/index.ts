export {
  ATTRIBUTES_SUBJECT,
  openAttributeWords,
  type AttributeWords,
  type WordsNow,
} from './attribute-words.ts';
