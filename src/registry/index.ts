export * from './descriptor.ts';
