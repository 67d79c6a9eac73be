import { product } from "x";
