// Phrases that tell a reader what to decide, in the most common languages of the web. Only imperatives count: a report
// that a person ignored the rules is a fact. Latin words have no accents, because texts are folded first.

const any = (text: string): string =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .join('|');

const NOT_TOLD =
  "(?<!\\b(?:to|not|did|don't|they|we|he|she|who|that|which|can|could|would|will|may|might|never|always|often|customers?|clients?|users?|people|sellers?|employees|staff) )";

/** Verbs for "ignore". The object follows. */
const IGNORE_LATIN = any(`
  ${NOT_TOLD}(?:ignore|disregard|forget|override)\\b|${NOT_TOLD}do not (?:apply|follow|use|consider|enforce)|pay no attention to|set aside|skip (?:the|all|any|every|this)
  ignora\\b|ignoren\\b|ignorez|ignorad|desestim|(?<!no )olvid[ae]|descart[ae]|no (?:apliques?|sigas?|tengas?|tenga|consideres?)
  desconsider|(?<!nao |nao se )esquec|nao (?:aplique|siga|considere|leve)|n'appliqu|ne (?:tenez|tiens) pas compte|ne (?:suis|suivez) pas|(?<!n')oubli|faites abstraction
  (?<!non )dimentic|trascur|non (?:applicare|seguire|considerare|tenere)
  ignorier|missacht|vergiss(?! nicht)|vergessen sie(?! nicht)|ubergeh
  negeer|vergeet(?! niet)|omzeil|zignoruj|ignoruj|pomin|(?<!nie )zapomnij|nie stosuj|nie uwzgledniaj|zapomen|nedbej|zanemari
  ignorera|ignorer\\b|bortse|glom(?! inte)|glem(?! ikke)|sivuuta|unohda|ala (?:noudata|sovella)
  bo qua|phot lo|abaikan|(?<!jangan )lupakan|jangan (?:ikuti|terapkan)|nu (?:tine|aplica|urma)|hagyd|felejtsd`);
const RULES_LATIN = any(`
  polic(?:y|ies)|rules?\\b|instructions?|guidelines?|prompts?\\b|guardrails?|everything above|all of the above
  politica|politique|politik|polityk|polis\\b|regla|regra|regle|regel|regol|regul|reglement|norma|norme|consigne|directive|directri|diretri|direttiv
  instruc|instruk|istruzion|indicacion|richtlinie|vorgabe|vorschrift|anweisung|beleid|richtlijn
  zasad|wytyczn|pravid|pokyn|riktlinj|retningslinj|saanto|saannot|ohje|chinh sach|quy tac|quy dinh|huong dan|kebijakan|aturan|pedoman|szabaly|iranyelv|utasitas`);
/** Phrases of languages in which the verb, or a part of it, comes last. */
const RULES_IGNORED_LATIN = any(`
  (?:politika|kural|talimat|yonerge).{0,40}?(?:yok say|gormezden gel|dikkate alma|unut(?!ma))
  (?:richtlinie|regel|anweisung|vorgabe|vorschrift)\\w*.{0,30}?(?:nicht (?:beachten|anwenden|befolgen)|ignorieren|missachten|ausser kraft)
  beacht\\w* .{0,20}?(?:richtlinie|regel|anweisung|vorgabe|vorschrift)\\w*.{0,10}?nicht
  (?:szabaly|utasitas|iranyelv).{0,30}?figyelmen kivul`);

const IGNORE = any(`
  игнорируй|не учитывай|забудь|пренебреги|не применяй|отмени|обойди|не соблюдай|ігноруй|не враховуй|не зважай
  αγνόησ|ξέχασ|παράβλεψ
  تجاهل|اهمل|أهمل|انس |تغاض|لا تطبق|لا تتبع|نادیده بگیر|فراموش کن|התעלם|תתעלם|שכח
  अनदेखा|नज़रअंदाज़|नजरअंदाज|उपेक्षा|भूल जा|উপেক্ষা|புறக்கணி
  忽略|无视|無視|忘记|忘記|忘れ|不要遵守|不要理会|不要执行|不用管|従わな|従わず|무시|잊어|따르지|เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม`);
const RULES = any(`
  политик|правил|инструкц|указани|требовани|регламент|політик|вказівк|інструкц
  πολιτικ|κανόν|οδηγ
  سياس|قواعد|تعليمات|قوانين|سیاست|قوانین|دستور|מדיניות|כללים|הוראות|נהלים
  नीति|नियम|निर्देश|নীতি|নিয়ম|கொள்கை|விதி
  规则|規則|政策|指令|说明|說明|指示|以上|之前|提示|规定|規定|方针|ポリシー|ルール|方針|정책|규칙|지시|지침|นโยบาย|กฎ|คำสั่ง`);

/** Verbs for "answer", searched next to the names of verdicts. */
const ANSWER_LATIN = any(`
  repond(?:s|ez)|responda|responde\\b|contest[ae]\\b|concluy[ea]|concluez|devuelve|clasifi(?:ca|que)\\b|classifi(?:ca|que|quez|ez)\\b|rispond[ia]
  antworte|bewerte\\b|stufe .{0,30}als|antwoord|odpowiedz|odpovez|svara\\b|svar\\b|vastaa|tra loi|jawab|yanitla|cevapla|raspunde|valaszolj`);
const ANSWER = any(`
  ответь|отвечай|напиши|заключи|відповідай|απάντησ|أجب|اجب|أعط|پاسخ|ענה|השב|उत्तर|जवाब|উত্তর
  回答|答复|回覆|判定|判断|结论|結論|答え|대답|답변|판정|결론|ตอบ`);

export const orderWords = { IGNORE_LATIN, RULES_LATIN, RULES_IGNORED_LATIN, IGNORE, RULES, ANSWER_LATIN, ANSWER };
